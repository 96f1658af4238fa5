// A person whose lender creates the application, but does not answer. The outcome is unknown until the partner has looked at the lender.

/** True after the lender has not answered once. */
let wasSilent;

export default {
  who: 'a person whose lender does not answer in time',
  // The explanation of an element for developers, in the console.
  explained: ['outcome-unknown'],
  backend() {
    wasSilent = false;
    return {
      timeoutMs: 1000,
      settings: {
        partner: {
          name: 'Ledgerly',
          broker: 'Fundmatch',
          support: {
            name: 'the Ledgerly help desk',
            address: 'https://help.ledgerly.example/funding',
            phone: '020 7946 0123',
          },
        },
      },
    };
  },
  fault(request, response) {
    if (wasSilent || !request.url.endsWith('/applications')) return false;
    wasSilent = true;
    for (const method of ['writeHead', 'flushHeaders', 'write', 'end']) response[method] = () => response;
    return false;
  },
  company: {
    registered_name: 'Patience & Daughters Ltd',
    registered_number: '09876543',
    formation_date: '2015-07-20 00:00:00.000',
    trading_from_date: '2015-07-20 00:00:00.000',
    address: { house_number: '1', line_1: 'Quay Street' },
  },
  applicant: {
    first_name: 'Patience',
    last_name: 'Mbeki',
    date_of_birth: '1980-03-02',
    email: 'patience@daughters.example',
    phone_number: '+447700900777',
    addresses: [
      {
        house_number: '20',
        line_1: 'Park Row',
        city: 'Bristol',
        postcode: 'BS1 5LJ',
        start_date: '01/01/2014',
        status: 'tenant',
      },
    ],
  },
  figures: { funding_amount: 10_000, monthly_revenue: 4000, any_ccj: false },
  typed: { phone_number: '07700 900777', funding_amount: '10,000', monthly_revenue: '4,000' },
  async way(walk) {
    await walk.steps('company', 'applicant', 'review');
    await walk.reads('Your application may not have been created');
    await walk.reads('Your reference number is');
    await walk.reads('Contact the Ledgerly help desk');
    await walk.press('Check again');
    await walk.reads('Your application may not have been created');
    const { servers, tab, person } = walk;
    const [{ company_id, application_id }] = servers.sandbox.applications;
    const { value: subject } = await tab.signIn();
    const { email } = person.applicant;
    await servers.lending.settleApplication({ subject }, { company_id, application_id, email });
    await walk.press('Check again');
    await walk.steps('documents', 'figures', 'consent', 'offers');
  },
};
