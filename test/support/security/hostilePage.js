// @ts-check
/// <reference lib="dom" />

/**
 * The script of a hostile web page. `attack` tries in each way that a browser has to reach `origin`, and
 * to start a session there; each request names its way in the query. The token is the right one, as if
 * the page had guessed it. Resolves with what the page got, by way: a status and a text that it could
 * read, `opaque`, or `failed`.
 */

const LIMIT_MS = 5_000;

/**
 * @param {string} origin
 * @param {string} token
 * @param {string} body
 */
async function attack(origin, token, body) {
  const authorization = `Bearer ${token}`;
  const json = { authorization, 'content-type': 'application/json' };
  const at = (/** @type {string} */ way, path = '/api/sessions') =>
    `${origin}${path}?way=${encodeURIComponent(way)}`;
  const text = new Blob([body], { type: 'text/plain' });
  const noCors = /** @type {const} */ ({ method: 'POST', mode: 'no-cors', body: text });

  /** @type {Readonly<Record<string, (way: string) => Promise<string>>>} */
  const ways = {
    fetch: (way) => readFetch(fetch(at(way), { headers: { authorization } })),
    'fetch of a start': (way) => readFetch(fetch(at(way), { method: 'POST', headers: json, body })),
    'fetch without CORS': (way) => readFetch(fetch(at(way), noCors)),
    'fetch of a hook event': (way) => readFetch(fetch(at(way, '/hook'), noCors)),
    'fetch of a tool call': (way) => readFetch(fetch(at(way, '/mcp'), noCors)),
    'fetch of a proof': (way) => readFetch(fetch(at(way, '/proof'), { mode: 'no-cors' })),
    XMLHttpRequest: (way) => request(at(way), body),
    image: (way) => load('img', { src: at(way) }),
    script: (way) => load('script', { src: at(way, '/openapi.json') }),
    stylesheet: (way) => load('link', { rel: 'stylesheet', href: at(way) }),
    frame: (way) => load('iframe', { src: at(way, '/openapi.json') }),
    form: (way) => submit(at(way), body),
    beacon: (way) => Promise.resolve(navigator.sendBeacon(at(way), text) ? 'opaque' : 'failed'),
    'event source': (way) => open(new EventSource(at(way, '/api/events'))),
    WebSocket: (way) => open(new WebSocket(at(way, '/api/ws').replace('http', 'ws'))),
    'WebSocket with a token': (way) =>
      open(new WebSocket(at(way, '/api/ws').replace('http', 'ws'), ['bearer', token])),
    worker: (way) => askWorker(at(way)),
    'service worker': (way) => askServiceWorker(at(way)),
  };
  const results = Object.entries(ways).map(async ([way, run]) => {
    try {
      return [way, await Promise.race([run(way), fail()])];
    } catch {
      return [way, 'failed'];
    }
  });
  return Object.fromEntries(await Promise.all(results));
}

/** @returns {Promise<string>} */
function fail() {
  return new Promise((resolve) => setTimeout(() => resolve('failed'), LIMIT_MS));
}

/** @param {Promise<Response>} fetched */
async function readFetch(fetched) {
  const response = await fetched;
  return response.type === 'opaque' ? 'opaque' : `${response.status} ${await response.text()}`;
}

/**
 * @param {string} url
 * @param {string} body
 * @returns {Promise<string>}
 */
function request(url, body) {
  return new Promise((resolve) => {
    const sent = new XMLHttpRequest();
    sent.open('POST', url);
    sent.setRequestHeader('content-type', 'text/plain');
    sent.onload = () => resolve(`${sent.status} ${sent.responseText}`);
    sent.onerror = () => resolve('failed');
    sent.send(body);
  });
}

/**
 * A frame loads also what is refused; the page can read it only if it has the page's origin.
 * @param {string} name
 * @param {Readonly<Record<string, string>>} attributes
 * @returns {Promise<string>}
 */
function load(name, attributes) {
  return new Promise((resolve) => {
    const element = document.createElement(name);
    element.onload = () => {
      resolve(element instanceof HTMLIFrameElement ? readFrame(element) : 'loaded');
    };
    element.onerror = () => resolve('failed');
    Object.assign(element, attributes);
    document.body.append(element);
  });
}

/** @param {HTMLIFrameElement} frame */
function readFrame({ contentDocument }) {
  return contentDocument === null ? 'opaque' : contentDocument.body.innerText;
}

/**
 * @param {string} url
 * @param {string} body
 * @returns {Promise<string>}
 */
function submit(url, body) {
  const frame = document.createElement('iframe');
  const form = document.createElement('form');
  const input = document.createElement('input');
  Object.assign(form, { method: 'POST', enctype: 'text/plain', action: url, target: 'target' });
  // With the "=" between name and value it is JSON.
  Object.assign(input, { name: `${body.slice(0, -1)},"x":"`, value: '"}' });
  frame.name = 'target';
  form.append(input);
  document.body.append(frame, form);
  return new Promise((resolve) => {
    frame.onload = () => resolve(readFrame(frame));
    form.submit();
  });
}

/**
 * @param {EventSource | WebSocket} source
 * @returns {Promise<string>}
 */
function open(source) {
  return new Promise((resolve) => {
    source.onopen = () => resolve('open');
    source.onerror = () => {
      source.close();
      resolve('failed');
    };
  });
}

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
function askWorker(url) {
  const script = `fetch(${JSON.stringify(url)}, { method: 'POST', mode: 'no-cors' })
    .then(async (response) =>
      postMessage(response.type === 'opaque' ? 'opaque' : await response.text()))
    .catch(() => postMessage('failed'))`;
  return new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    worker.onmessage = ({ data }) => resolve(String(data));
  });
}

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
async function askServiceWorker(url) {
  await navigator.serviceWorker.register('/worker.js');
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    active?.postMessage(url, [port2]);
  });
}
