import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, LaunchOptions, Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { createApplicationAnswer, widgetAuthAnswer, type CallName } from '../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';

export const EMAIL = sampleApplication().applicant.email;

/** An application of a company with this registered number, which may be a magic one. */
export function withNumber(registered_number: string | undefined) {
  const application = sampleApplication();
  application.company.registered_number = registered_number;
  return application;
}

/** A form as endpoint 2 takes it. */
export function documentForm(filePart = 'file'): FormData {
  const form = new FormData();
  form.append(filePart, new File(['%PDF-1.7 sample'], 'statement.pdf', { type: 'application/pdf' }));
  form.append('type', 'bank-statement');
  return form;
}

/** A sandbox, and calls to it that carry the key unless told otherwise. */
export function setup(options?: SandboxOptions) {
  const sandbox = createSandbox(options);

  const send = (path: string, init: RequestInit = {}, key: string | undefined = sandbox.secretKey) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('x-bs-sk', key);
    return sandbox.fetch(`${sandbox.baseUrl}/partner-api/v1${path}`, { method: 'POST', ...init, headers });
  };

  const post = (path: string, body: unknown) =>
    send(path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  const create = async (application = sampleApplication()) => {
    const response = await post('/applications', application);
    assert.equal(response.status, 201);
    return z.parse(createApplicationAnswer, await response.json());
  };

  const token = async (company_id: string) => {
    const response = await post('/applications/auth', { company_id, email: EMAIL });
    assert.equal(response.status, 201);
    return z.parse(widgetAuthAnswer, await response.json()).access_token;
  };

  const offers = (bearer: string) =>
    sandbox.fetch(`${sandbox.baseUrl}/widget/offers`, { headers: { authorization: `Bearer ${bearer}` } });

  return { sandbox, send, post, create, token, offers };
}

export const goodCalls = (id: string): Record<CallName, { path: string; body: unknown }> => ({
  createApplication: { path: '/applications', body: sampleApplication() },
  uploadDocument: { path: `/companies/${id}/documents`, body: documentForm() },
  prequalify: { path: `/companies/${id}/prequalification`, body: samplePrequalification() },
  requestOffers: { path: `/applications/${id}/request-offers`, body: { credit_score_check_consent: true } },
  authenticate: { path: '/applications/auth', body: { company_id: id, email: EMAIL } },
});

/** What `fetch` takes to send a body: JSON, or a form with the boundary that `fetch` picks. */
export const initOf = (body: unknown): RequestInit =>
  body instanceof FormData ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

export async function rejection(response: Response) {
  const { success, message, errors } = (await response.json()) as {
    success: boolean;
    message: string;
    errors?: { path: string; reason: string }[];
  };
  assert.equal(success, false);
  assert.ok(message.length > 0);
  return { status: response.status, errors };
}

/** Starts a Chromium for the tests of a block. Returns a function that opens a page, which is closed after its test. */
export function useChromium(): () => Promise<Page> {
  let browser: Browser | undefined;
  before(async () => {
    const { launch } = await import('puppeteer-core');
    const finder = new URL('../../scripts/browser.mjs', import.meta.url).href;
    const { resolveChromium } = (await import(finder)) as { resolveChromium(): Promise<LaunchOptions> };
    browser = await launch(await resolveChromium());
  });
  const pages: Page[] = [];
  afterEach(() => Promise.all(pages.splice(0).map((page) => page.close())));
  after(() => browser?.close());
  return async () => {
    const page = await browser!.newPage();
    pages.push(page);
    return page;
  };
}
