import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResponses } from '../../../src/sandbox/api/responses.js';
import { DEFAULT_BEHAVIOUR } from '../../../src/sandbox/options.js';
import { createLender, type LenderCall, type LenderSettings } from '../../../src/sandbox/lender/lender.js';
import { sampleOffers } from '../../../src/sandbox/lender/offers.js';
import { strictParser } from '../../../src/sandbox/api/parse-request.js';
import { defaultSettings } from '../../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import { EMAIL, goodCalls, setup } from '../setup.js';

const DAY = 24 * 3600;

/** A lender whose clock only moves by `wait(seconds)`, and a company of it without figures and consent. */
async function applied(given: Partial<LenderSettings> = {}) {
  let time = Date.UTC(2026, 0, 1);
  const lender = createLender({
    parser: strictParser(defaultSettings, 'file'),
    responses: createResponses(DEFAULT_BEHAVIOUR),
    offersAfterSeconds: [0, 10, 60],
    tokens: { lifetimeSeconds: 10 * DAY, singleUse: false },
    now: () => time,
    ...given,
  });
  const call: LenderCall = { signal: new AbortController().signal };
  await lender.createApplication(call, { recorded: sampleApplication() });
  const token = async () => {
    const answer = await lender.authenticate(call, { recorded: { company_id: call.company_id, email: EMAIL } });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const request = async (consent = true) => {
    await lender.prequalify(call, { recorded: samplePrequalification() });
    await lender.requestOffers(call, { recorded: { credit_score_check_consent: consent } });
  };
  const wait = (seconds: number) => void (time += seconds * 1000);
  const bearer = await token();
  const status = () => lender.statusOf(lender.companies()[0]!);
  const statuses = () => lender.offers(bearer)!.map(({ status }) => status);
  const ids = () => lender.offers(bearer)!.map(({ id }) => id);
  return { lender, request, token, wait, bearer, status, statuses, ids };
}

const figures = samplePrequalification();

describe('the terms of the sandbox’s offers', () => {
  it('have figures that agree: the months and the fee are the total, and interest makes it more than the amount', () => {
    for (const offer of sampleOffers(figures, 12)) {
      const { amount, monthly_cost, term_months, fee, total_repayable } = offer;
      assert.equal(total_repayable, Math.round((monthly_cost * term_months + fee) * 100) / 100, offer.provider);
      assert.ok(total_repayable > amount, offer.provider);
    }
  });

  it('have an APR that repays exactly the amount received, and is higher with a fee', () => {
    for (const { amount, fee, monthly_cost, term_months, apr, yearly_rate } of sampleOffers(figures, 12)) {
      const worth = Array.from({ length: term_months }, (_, at) => monthly_cost / (1 + apr / 100) ** ((at + 1) / 12));
      const received = worth.reduce((sum, one) => sum + one, 0);
      assert.ok(Math.abs(received / (amount - fee) - 1) < 0.002, `${received} is not ${amount - fee}`);
      assert.ok(apr > yearly_rate);
    }
  });

  it('are the same for the same figures, three by default, and as many as requested', () => {
    assert.deepEqual(sampleOffers(figures), sampleOffers(figures, 12).slice(0, 3));
    assert.equal(sampleOffers(figures, 12).length, 12);
    assert.equal(new Set(sampleOffers(figures, 12).map(({ provider }) => provider)).size, 12);
  });

  it('never exceed the requested amount or six months of revenue, and do not exist without revenue', () => {
    const { funding_amount = 0 } = figures;
    assert.ok(sampleOffers(figures, 12).every(({ amount }) => amount <= funding_amount));
    assert.equal(sampleOffers({ ...figures, monthly_revenue: 1000 })[0]?.amount, 6000);
    assert.deepEqual(sampleOffers({ ...figures, monthly_revenue: 0 }), []);
  });
});

describe('the sandbox’s offers', () => {
  it('arrive one lender after the other', async () => {
    const { request, wait, statuses, status } = await applied();
    assert.deepEqual(statuses(), []);
    assert.equal(status(), 'PENDING');
    await request();
    assert.deepEqual(statuses(), ['OFFERED', 'PENDING', 'PENDING']);
    assert.equal(status(), 'RECEIVED_OFFERS');
    wait(9);
    assert.deepEqual(statuses(), ['OFFERED', 'PENDING', 'PENDING']);
    wait(1);
    assert.deepEqual(statuses(), ['OFFERED', 'OFFERED', 'PENDING']);
    wait(50);
    assert.deepEqual(statuses(), ['OFFERED', 'OFFERED', 'OFFERED']);
  });

  it('leave the application pending until the first lender has answered', async () => {
    const { request, wait, statuses, status } = await applied({ offersAfterSeconds: [30] });
    await request();
    assert.deepEqual(statuses(), ['PENDING', 'PENDING', 'PENDING']);
    assert.equal(status(), 'PENDING');
    wait(30);
    assert.equal(status(), 'RECEIVED_OFFERS');
  });

  it('keep their ids, and no two have the same', async () => {
    const { request, ids } = await applied();
    await request();
    const before = ids();
    assert.equal(new Set(before).size, 3);
    assert.deepEqual(ids(), before);
  });

  it('can be accepted once: the others are cancelled, and the loan is paid out and closed later', async () => {
    const { lender, request, wait, bearer, statuses, status } = await applied();
    await request();
    const [first, second] = lender.offers(bearer)!;
    assert.equal(typeof lender.decide(bearer, first!.id, 'accept'), 'object');
    assert.deepEqual(statuses(), ['OFFERED', 'CANCELLED', 'CANCELLED']);
    assert.deepEqual(
      lender.offers(bearer)!.map(({ chosen }) => chosen),
      [true, false, false],
    );
    assert.equal(status(), 'OFFER_ACCEPTED');
    for (const id of [first!.id, second!.id]) assert.equal(lender.decide(bearer, id, 'decline'), 'not-open');
    wait(60);
    assert.deepEqual(statuses(), ['ACCEPTED', 'CANCELLED', 'CANCELLED']);
    assert.equal(status(), 'FUNDS_DISBURSED');
    wait(DAY);
    assert.equal(status(), 'CLOSED');
  });

  it('can be declined one by one', async () => {
    const { lender, request, wait, bearer, statuses } = await applied();
    await request();
    wait(10);
    const [first, second, third] = lender.offers(bearer)!;
    lender.decide(bearer, first!.id, 'decline');
    assert.deepEqual(statuses(), ['APPLICANT_DECLINED', 'OFFERED', 'PENDING']);
    assert.equal(lender.decide(bearer, first!.id, 'accept'), 'not-open');
    assert.equal(lender.decide(bearer, third!.id, 'accept'), 'not-open');
    assert.equal(lender.decide(bearer, 'made-up', 'accept'), 'no-offer');
    assert.equal(lender.decide('sandbox_made-up', second!.id, 'accept'), 'no-token');
    assert.equal(typeof lender.decide(bearer, second!.id, 'accept'), 'object');
  });

  it('disappear when the consent is withdrawn, and are replaced after new figures', async () => {
    const { request, statuses, ids } = await applied();
    await request();
    const before = ids();
    await request();
    assert.ok(ids().every((id) => !before.includes(id)));
    await request(false);
    assert.deepEqual(statuses(), []);
  });
});

describe('the sandbox’s tokens over time', () => {
  it('expire after their lifetime, and not before', async () => {
    const { lender, wait, token } = await applied({ tokens: { lifetimeSeconds: 60, singleUse: false } });
    const bearer = await token();
    wait(59);
    assert.deepEqual(lender.offers(bearer), []);
    wait(1);
    assert.equal(lender.offers(bearer), undefined);
    assert.equal(lender.openWidget(bearer), undefined);
  });

  it('start only one widget if they are for a single use, and its session ends with the token', async () => {
    const { lender, wait, token } = await applied({ tokens: { lifetimeSeconds: 60, singleUse: true } });
    const bearer = await token();
    const session = lender.openWidget(bearer)!;
    assert.equal(lender.openWidget(bearer), undefined);
    assert.equal(lender.offers(bearer), undefined);
    for (let time = 0; time < 3; time++) assert.deepEqual(lender.offers(session), []);
    assert.equal(lender.openWidget(session), session);
    wait(60);
    assert.equal(lender.offers(session), undefined);
    const other = await token();
    assert.deepEqual(lender.offers(other), []);
    assert.equal(lender.offers(other), undefined);
  });

  it('are valid for an hour by default, on a clock that a test sets forward', async () => {
    const { sandbox, create, token, offers } = setup();
    const bearer = await token((await create()).company_id);
    sandbox.advance(3599);
    assert.equal((await offers(bearer)).status, 200);
    sandbox.advance(1);
    assert.equal((await offers(bearer)).status, 401);
  });

  it('and offers follow the clock and the options of createSandbox()', async () => {
    let time = 0;
    const { sandbox, create, token, offers, post } = setup({
      tokens: { singleUse: true },
      offersAfterSeconds: [5],
      now: () => time,
    });
    const { company_id } = await create();
    const good = goodCalls(company_id);
    await post(good.prequalify.path, good.prequalify.body);
    await post(good.requestOffers.path, good.requestOffers.body);
    const count = async () => {
      const bearer = await token(company_id);
      const { offers: list } = (await (await offers(bearer)).json()) as { offers: { status: string }[] };
      assert.equal((await offers(bearer)).status, 401);
      return list.filter(({ status }) => status === 'OFFERED').length;
    };
    assert.equal(await count(), 0);
    time = 4000;
    assert.equal(await count(), 0);
    sandbox.advance(1);
    assert.equal(await count(), 3);
  });
});
