// The first step as a form with React and zod.
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as firstStep from './fields.js';
import { readForm } from './schema.js';

function Input({ name, describedBy, problem, autoComplete = 'off', inputMode }) {
  return (
    <input
      type="text"
      id={name}
      name={name}
      autoComplete={autoComplete}
      inputMode={inputMode}
      spellCheck={false}
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={describedBy}
    />
  );
}

function Notes({ field: { name, hint }, problem }) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="error" id={`${name}-error`}>
          <span className="hidden">Error: </span>
          {problem}
        </p>
      )}
    </>
  );
}

function Field({ field, problem }) {
  const { name, label, hint, width = 'l', autocomplete, isDate } = field;
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ') || undefined;
  const mark = problem ? 'bad' : '';
  if (!isDate)
    return (
      <div className={`field ${mark} width-${width}`}>
        <label htmlFor={name}>{label}</label>
        <Notes field={field} problem={problem} />
        <Input name={name} describedBy={describedBy} problem={problem} autoComplete={autocomplete} />
      </div>
    );
  return (
    <fieldset className={`field ${mark}`} aria-describedby={describedBy}>
      <legend>{label}</legend>
      <Notes field={field} problem={problem} />
      <div className="parts">
        {firstStep.DATE_PARTS.map((part) => (
          <div key={part} className={part === 'year' ? 'long' : ''}>
            <label htmlFor={`${name}.${part}`}>{firstStep.capital(part)}</label>
            <Input name={`${name}.${part}`} problem={problem} inputMode="numeric" />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Summary({ problems }) {
  const panel = useRef(null);
  // It takes the focus after every failed attempt.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.focus({ preventScroll: true });
  }, [problems]);
  const bad = firstStep.ALL_FIELDS.filter(({ name }) => problems[name]);
  if (bad.length === 0) return null;
  return (
    <div className="panel" id="summary" tabIndex={-1} ref={panel}>
      <div role="alert">
        <h3>{firstStep.summaryHeading(bad.length)}</h3>
        <ul>
          {bad.map((field) => (
            <li key={field.name}>
              <a href={`#${firstStep.firstInputOf(field)}`}>{problems[field.name]}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Top() {
  return (
    <div className="top">
      <p className="hint">{firstStep.STEP}</p>
      <ol className="steps" role="list" aria-label="Steps">
        {firstStep.STEPS.map((step, at) => (
          <li key={step} className={at ? '' : 'reached'} aria-current={at ? undefined : 'step'}>
            <span className="hidden">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Notice() {
  return (
    <div className="notice">
      <p>Your application will say:</p>
      <ul role="list">
        {firstStep.STATEMENTS.map(([label, answer]) => (
          <li key={label}>
            {label}: <strong>{answer}</strong>
          </li>
        ))}
      </ul>
      <details>
        <summary>Not right?</summary>
        <p>{firstStep.NOT_RIGHT}</p>
      </details>
    </div>
  );
}

function Form() {
  const [problems, setProblems] = useState({});
  const submit = (event) => {
    event.preventDefault();
    const { value, problems } = readForm(event.currentTarget);
    setProblems(problems);
    if (value) void firstStep.send(value);
  };
  return (
    <div className="journey" role="group" aria-label="Apply for business funding">
      <Top />
      <form noValidate aria-labelledby="heading" onSubmit={submit}>
        <h2 id="heading" tabIndex={-1}>
          {firstStep.HEADING}
        </h2>
        <Summary problems={problems} />
        <Notice />
        {firstStep.FIELDS.map((field) => (
          <Field key={field.name} field={field} problem={problems[field.name]} />
        ))}
        <fieldset className="group" aria-describedby="address-hint">
          <legend className="title">{firstStep.ADDRESS.legend}</legend>
          <p className="hint" id="address-hint">
            {firstStep.ADDRESS.hint}
          </p>
          {firstStep.ADDRESS.fields.map((field) => (
            <Field key={field.name} field={field} problem={problems[field.name]} />
          ))}
        </fieldset>
        <div className="actions">
          <button className="primary" type="submit">
            Continue
          </button>
        </div>
        <p className="hidden" role="status"></p>
      </form>
    </div>
  );
}

globalThis.mountForm = (place) => {
  const root = createRoot(place);
  root.render(<Form />);
  return () => root.unmount();
};
globalThis.unmountForm = globalThis.mountForm(document.querySelector('#form'));
