// @ts-check
import { StandInServer } from './standInServer.mjs';

/** The common part of the stand-ins for models: a server, and the received prompts. */
export class ModelStandIn {
  /** @type {(readonly string[])[]} */
  #asked = [];
  #hurry = new AbortController();
  #requests = 0;
  #server;

  /** @param {ConstructorParameters<typeof StandInServer>[0]} handle */
  constructor(handle) {
    this.#server = new StandInServer(handle);
  }

  /** The prompts in each request of a conversation, its earlier ones too; oldest request first. */
  get asked() {
    return this.#asked;
  }

  /** Aborted to send the rest of the current answers at once. */
  get pace() {
    return this.#hurry.signal;
  }

  /** Sends the rest of each current answer without delays; later answers have delays again. */
  finishAnswers() {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  /** @returns {Promise<string>} the base URL */
  start() {
    return this.#server.start();
  }

  end() {
    this.finishAnswers();
    return this.#server.end();
  }

  /**
   * Counts a request, and stores its prompts if it is part of a conversation.
   * @param {readonly string[]} prompts
   * @param {'conversation' | 'aside'} part
   * @returns {number} the number of requests, with this one
   */
  count(prompts, part) {
    if (part === 'conversation') {
      this.#asked.push(prompts);
    }
    return ++this.#requests;
  }
}
