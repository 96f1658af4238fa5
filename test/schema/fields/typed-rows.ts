// Rows of typed text, for a field type: what is sent, or why it is rejected.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FieldType } from '../../../src/schema/index.js';
import { readBy, valueOf } from '../samples.js';

type Rows<Expected> = readonly (readonly [typed: string, expected: Expected])[];
const shown = (text: unknown) => JSON.stringify(text).slice(0, 40);

export function itSends(field: string, kind: FieldType<unknown>, rows: Rows<string | number>) {
  for (const [typed, wire] of rows)
    it(`sends ${field} ${shown(typed)} as ${shown(wire)}`, () => assert.equal(valueOf(readBy(kind, typed)), wire));
}

export function itRejects(field: string, kind: FieldType<unknown>, rows: Rows<string>) {
  for (const [typed, reason] of rows)
    it(`rejects ${field} ${shown(typed)} as ${reason}`, () => {
      const result = readBy(kind, typed);
      assert.equal('reason' in result && result.reason, reason);
    });
}
