// Cuts a step into screens of at most six inputs. It loads if the page wants that layout.
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../errors.js';
import { focusProblem, inFormOrder } from '../error-summary.js';
import { LendingScreenChangedEvent } from '../later-events.js';
import { inputIdOf } from '../fields/field.js';
import { presentPanel } from '../panel.js';
import { screensText } from './screens.sentences.js';
import { LAST_SCREEN, type ScreenHost } from '../step/steps.js';

/** Each part that is not on the screen is hidden, whatever its own display is. The heading has the question of a group. */
const screenStyles = css`
  [hidden] {
    display: none !important;
  }
  .group {
    margin-block-start: 0;
  }
  .group > .title {
    position: absolute;
    clip-path: inset(50%);
  }
`;

/** The parts of the form that are on every screen. */
const SHARED = '.head, [aria-live], #corrections, [part="actions"], [part="back"], .panel, #place, #next';

interface Block {
  element: HTMLElement;
  screen: string;
}

/**
 * Shows one screen of a step at a time. All fields stay in the form, in which the others are hidden: reading, drafts and the
 * order of problems are the same as on one page.
 */
export class Screens {
  readonly #host: ScreenHost;
  #blocks: readonly Block[] = [];
  #names: readonly string[] = [];
  #at = 0;
  #renderedName: string | undefined;
  /** Rejected answers on screens that the applicant has not seen since. */
  #rejected: readonly Problem[] = [];

  constructor(host: ScreenHost) {
    this.#host = host;
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(screenStyles.styleSheet!);
  }

  /** The name of the shown screen; `undefined` for the first one. */
  get name(): string | undefined {
    const { screen } = this.#host;
    if (screen === undefined || this.#names.includes(screen)) return screen;
    // Fields that load later, and their screen, may not be there yet.
    return this.#at > 0 ? this.#names[this.#at] : undefined;
  }

  /** The heading of the shown screen; `undefined` for the first one, which has the heading of the step. */
  get heading(): string | undefined {
    this.#renderedName = this.name;
    const [part, index] = this.name?.split('.') ?? [];
    return (
      part &&
      screensText(this.#host.text).maybe(
        `screen.${this.#host.step}.${Number(index) > 0 ? 'previous-' : ''}${part}`,
        Number(index),
      )
    );
  }

  /** How far the applicant is in the step: 1 on its last screen. */
  get share(): number {
    return (this.#at + 1) / (this.#names.length || Infinity);
  }

  /** Renders the name of the next step, for the last screen of a step in a journey. */
  renderNext(): TemplateResult | typeof nothing {
    const { embedded, revisit, step, text } = this.#host;
    return embedded && !revisit
      ? html`<p id="next" class="hint">${screensText(text).maybe(`screen.${step}.next`)}</p>`
      : nothing;
  }

  /** Renders the Back button of a step that is used alone. A journey has its own. */
  renderBack(): TemplateResult | typeof nothing {
    return this.name !== undefined && !this.#host.embedded
      ? html`<button part="back" class="plain" type="button" @click=${() => this.goBack()}>
          <span aria-hidden="true">‹ </span>${this.#host.text.term('back')}
        </button>`
      : nothing;
  }

  /** Hides all parts of the form that are not on the shown screen. It runs after each rendering: fields can appear and disappear. */
  apply(): void {
    const host = this.#host;
    this.#blocks = this.#findBlocks();
    this.#names = [...new Set(this.#blocks.map(({ screen }) => screen))];
    const wanted = host.screen === undefined ? 0 : this.#names.indexOf(host.screen);
    // Removed fields leave their place to the screen before them.
    this.#at = wanted >= 0 ? wanted : Math.max(0, this.#names.length - 1);
    if (host.screen === LAST_SCREEN) host.screen = this.name;
    for (const { element, screen } of this.#blocks) element.hidden = screen !== this.#names[this.#at];
    for (const group of host.renderRoot.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !this.#blocks.some(({ element }) => !element.hidden && group.contains(element));
    const next = host.renderRoot.querySelector<HTMLElement>('#next');
    if (next) next.hidden = this.share < 1;
    // The heading was rendered before the screens were known.
    if (this.name !== this.#renderedName) host.requestUpdate();
  }

  /**
   * Continues from the shown screen: shows its problems, or the next screen. Returns `false` if the step can be completed. `found`
   * are the problems of the whole step.
   */
  async continue(found: readonly Problem[]): Promise<boolean> {
    const host = this.#host;
    const here = found.filter((problem) => this.isShown(problem));
    host.problems = here;
    if (here.length > 0) {
      await presentPanel(host);
      return true;
    }
    this.#rejected = this.#rejected.filter((problem) => !this.isShown(problem));
    const next = this.#names[this.#at + 1];
    if (next !== undefined && !host.revisit) {
      await this.show(next);
      return true;
    }
    const elsewhere = [...found, ...this.#rejected].filter((problem) => this.#screenOf(problem));
    if (elsewhere.length === 0) return false;
    await this.#open(elsewhere);
    await presentPanel(host);
    return true;
  }

  /** Whether the problem is on the shown screen. */
  isShown(problem: Problem): boolean {
    return this.#screenOf(problem) === this.#names[this.#at];
  }

  /** Shows rejected answers, and moves the focus to one of them, or to an unusual answer. */
  async showProblems(rejected: readonly Problem[], first: Problem): Promise<void> {
    this.#rejected = rejected;
    await this.#open(
      [first, ...rejected.filter((problem) => problem !== first)],
      first.reason === 'unusual' ? first : undefined,
    );
    focusProblem(this.#host.renderRoot, first);
  }

  goBack(): Promise<void> {
    return this.show(this.#names[this.#at - 1]);
  }

  /** Shows a screen, and moves the focus to its heading. Default: the first one. */
  async show(name: string | undefined): Promise<void> {
    const host = this.#host;
    host.problems = [];
    host.corrected = undefined;
    this.#turnTo(name);
    await host.updateComplete;
    await host.updateComplete;
    if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
    host.focusHeading();
  }

  #turnTo(name: string | undefined): void {
    const host = this.#host;
    const screen = name === this.#names[0] ? undefined : name;
    if (screen === host.screen) return;
    host.screen = screen;
    host.dispatchEvent(new LendingScreenChangedEvent(host.step, screen));
  }

  /** Opens the screen of the first problem, with all problems of that screen except one. */
  async #open(problems: readonly Problem[], except?: Problem): Promise<void> {
    const host = this.#host;
    const screen = this.#screenOf(problems[0]!);
    this.#turnTo(screen);
    const there = problems.filter((problem) => problem !== except && this.#screenOf(problem) === screen);
    host.problems = inFormOrder(host.renderRoot, there);
    await host.updateComplete;
    await host.updateComplete;
  }

  /** The screen of a problem: that of its input, or of the inputs of its date or address. */
  #screenOf(problem: Problem): string | undefined {
    const id = inputIdOf(problem);
    const input = [...this.#host.renderRoot.querySelectorAll('input, select')].find(
      (one) => one.id === id || one.id.startsWith(`${id}.`),
    );
    // A search may have replaced the input. The problem shows the input again.
    return (
      this.#blocks.find(({ element }) => element.contains(input ?? null))?.screen ?? this.#host.screenOf(problem.path)
    );
  }

  /**
   * The parts of the form in their order. A part without a field of the step belongs to the next field, else to the previous one. The
   * button for a search comes after the fields that the search replaces.
   */
  #findBlocks(): Block[] {
    const parts = partsOf(this.#host.renderRoot.querySelector('form')!);
    const screens = parts.map((part) => this.#screenIn(part));
    return parts.flatMap((element, at) => {
      const isSameGroup = (other: number) => parts[other]!.parentElement === element.parentElement;
      const next = screens.findIndex((screen, other) => screen && other > at && isSameGroup(other));
      const previous = screens.findLastIndex((screen, other) => screen && other < at);
      const around = [screens[next], screens[previous]];
      if (element.matches('[part="switch"]')) around.reverse();
      const screen = screens[at] ?? around[0] ?? around[1];
      return screen ? { element, screen } : [];
    });
  }

  #screenIn(part: HTMLElement): string | undefined {
    const inputs = [...part.querySelectorAll<HTMLInputElement>('input, select, button[id]')];
    return inputs.map(({ name, id }) => this.#host.screenOf(name || id)).find((screen) => screen);
  }
}

/** The parts of a form, and of the groups in it. */
function partsOf(parent: Element): HTMLElement[] {
  return [...parent.children].flatMap((child) => {
    if (child.matches(`${SHARED}, legend`)) return [];
    return child.matches('.group') ? partsOf(child) : (child as HTMLElement);
  });
}
