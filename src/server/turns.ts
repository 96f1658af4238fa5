/** Does one thing after the other for a subject, in this process: what reads before it writes must not be overtaken. */
export function createTurns() {
  const turns = new Map<string, Promise<unknown>>();
  return function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(subject) ?? Promise.resolve()).then(work, work);
    turns.set(subject, turn);
    const leave = () => turns.get(subject) === turn && turns.delete(subject);
    turn.then(leave, leave);
    return turn;
  };
}
