import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Equal questions that arrive in one turn of the event loop share one answer, which nobody changes. It is
 * looked for after the last of them arrived, so each sees every write that was acknowledged before it was
 * sent.
 */
export class SharedAnswers<Answer> {
  readonly #open = new Map<string, Promise<Answer>>();

  /** `question` names all that the answer depends on. */
  ask(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#open.get(question);
    if (known) return known;
    const answer = endOfTurn().then(() => {
      this.#open.delete(question);
      return find();
    });
    this.#open.set(question, answer);
    return answer;
  }
}
