import { css } from 'lit';

/** Radio buttons and checkboxes with their labels. */
export const choiceStyles = css`
  .choice {
    display: flex;
    align-items: flex-start;
    gap: var(--_space-row);
    min-height: 44px;
    padding-block: 9px;
    font-size: inherit;
    font-weight: 400;
    cursor: pointer;
  }
  .choices {
    display: grid;
    gap: var(--_space-tight);
    margin-block-start: var(--_space-tight);
  }
  .choices .choice {
    min-height: var(--_size-control);
    align-items: center;
    padding: var(--_space-label) var(--_space-inner);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    transition: border-color var(--_duration);
  }
  .inline {
    grid-template-columns: repeat(auto-fit, minmax(min(8em, 100%), 1fr));
  }
  .choice input {
    flex: none;
    width: 24px;
    height: 24px;
    margin: 1px 0;
    font-size: 17px;
    line-height: 1;
    border: 1.5px solid var(--_border);
    border-radius: 6px;
    background: var(--_surface);
    appearance: none;
    cursor: inherit;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  .choice [type='radio'] {
    border-radius: 50%;
  }
  .choices .choice:hover,
  .choice :checked {
    border-color: var(--_accent);
  }
  .choice [type='radio']:checked {
    border-width: 7px;
  }
  .choice [type='checkbox']:checked {
    background: var(--_accent);
  }
  .choice [type='checkbox']::before {
    height: 0.7em;
    margin: 2px 7px;
    color: var(--_surface);
  }
  .choices .choice:has(:checked) {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 0.5px var(--_accent);
  }
`;
