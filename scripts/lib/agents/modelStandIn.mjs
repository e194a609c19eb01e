// @ts-check
import { StandInServer } from './standInServer.mjs';

/** What the stand-ins for models have in common: a server, and what they were asked. */
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

  /** Aborted when the rest of the answers that are being sent is to be sent at once. */
  get pace() {
    return this.#hurry.signal;
  }

  /** Sends the rest of each answer that is being sent without its delays; later answers have theirs. */
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
   * Counts a request, and keeps the prompts of one that is part of a conversation.
   * @param {readonly string[]} prompts
   * @param {'conversation' | 'aside'} part
   * @returns {number} how many there were with this one
   */
  count(prompts, part) {
    if (part === 'conversation') {
      this.#asked.push(prompts);
    }
    return ++this.#requests;
  }
}
