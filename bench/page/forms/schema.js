// Checks the form with zod, for the forms that are made with a library.
import * as z from 'zod/mini';
import { ALL_FIELDS, capital, DATE_PARTS, dateProblem } from './fields.js';

const line = ({ noun, maximum }) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `Enter ${noun}`),
      z.maxLength(maximum, `${capital(noun)} must be ${maximum} characters or fewer`),
    );

const date = ({ noun }) =>
  z.object(Object.fromEntries(DATE_PARTS.map((part) => [part, z.string()]))).check((context) => {
    const message = dateProblem(context.value, noun);
    if (message) context.issues.push({ code: 'custom', input: context.value, message });
  });

const schema = z.object(
  Object.fromEntries(ALL_FIELDS.map((field) => [field.name, field.isDate ? date(field) : line(field)])),
);

export function readForm(form) {
  const values = new FormData(form);
  const typed = Object.fromEntries(
    ALL_FIELDS.map(({ name, isDate }) => [
      name,
      isDate ? Object.fromEntries(DATE_PARTS.map((part) => [part, values.get(`${name}.${part}`)])) : values.get(name),
    ]),
  );
  const { data, error } = schema.safeParse(typed);
  // The first problem of a field is shown.
  const problems = (error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]);
  return { value: data, problems: Object.fromEntries(problems) };
}
