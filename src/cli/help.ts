/**
 * Explains each command. A block begins with the name of its command, all its options and its other arguments: a command has no others. The list of
 * commands shows the first sentence, under the titles of the groups.
 */
const HELP = `Begin

lending-elements init [--platform <name>]
    Writes a backend, a page and an environment file for the sandbox into this folder. It never changes a file that exists. Prints
    the names of the files, and the remaining steps.
    --platform  express, fastify, hono, nest, next, node for node:http, or other. Default: the one that package.json names.

lending-elements sandbox [--port <port>] [--file <file>] [--lenient] [--token-lifetime <seconds>] [--single-use-tokens]
                         [--offers-after <seconds>] [--host <address>] [--expose-to-network] [--like <file>] [--file-part <name>]
                         [--token-position top|data] [--error-body message|messages|error|errorObject|errors|html|empty]
                         [--success-status 201|200] [--envelope wrapped|flat] [--prequalification-rejection flag|error|none]
    Runs a made-up lender on this machine, and prints the environment variables for a backend that calls it.
    --port                Default: the port of LENDING_BASE_URL in the environment or in the file that init wrote, or 4010.
    --file                Keeps applications and calls in this file for 7 days. Default: in memory only. Never enter real data.
    --lenient             Accepts any JSON object. Default: rejects fields that the specification does not have.
    --token-lifetime      The seconds for which an access token is valid. Default: 3600.
    --single-use-tokens   Each access token starts one widget only.
    --offers-after        The seconds until each lender decides, separated by commas. Default: 0,10,30.
    --host                The address at which it listens. Default: 127.0.0.1.
    --expose-to-network   Allows a --host that other machines can reach. They can then read and change the test data.
    --like                Responds like the service of a rehearsal: the file that \`rehearse\` wrote.
    The other options are behaviours that the specification does not show. Default: the first one; file.

lending-elements snippet [--element <tag>] [--base <url>] [--endpoint <path>] [--nonce <text>] [--frame <origin>] [--env <file>]
    Prints the lines of a page with the hash of each file, and the strictest Content-Security-Policy for them.
    --element   lending-onboarding or lending-widget. Default: lending-onboarding.
    --base      The URL of the files. Default: the handler's URL for this version.
    --endpoint  The path of the handler. Default: /api/lending.
    --nonce     The nonce of the page, as your templates write it, like "{{ nonce }}". Default: no nonce.
    --frame     The option frame.origin of your handler, for the policy.
    --env       A file with environment variables, for the widget's origins in the policy. Default: as for the doctor.

Check

lending-elements doctor [--env <file>] [--handler <url>] [--page <url>] [--frame <origin>]
                        [--bundle <file>] [--timeout <seconds>] [--no-calls]
    Checks the environment, the servers that it names, the handler and a page. Prints each finding, its meaning, and what to do.
    --env       A file with environment variables. Variables of the process override those in the file. Default: .env and
                .env.local of this folder, if the process has no variable that begins with LENDING_.
    --handler   The URL where the handler is mounted, like https://partner.example/api/lending
    --page      The URL of a page with the elements, to check its Content-Security-Policy.
    --frame     The option frame.origin of your handler. Default: the handler at --handler tells it.
    --bundle    Writes the findings to this file, for a support request. The file contains neither the key nor other secrets.
    --timeout   The time limit of each request in seconds. Default: 10.
    --no-calls  Does not try the key. Without this option, the doctor requests a token for a company that does not exist.

lending-elements doctor --csp [--env <file>] [--handler <url> --page <url>] [--frame <origin>]
    Prints the strictest Content-Security-Policy for your page. --frame is the option frame.origin of your handler. Replace {nonce} with a new nonce in each response.

lending-elements rehearse [--env <file>] [--company <file>] [--file <file>] [--yes] [--production <origin>]
    Makes the five calls to the service's staging with a test company, and prints the settings for this service. Asks before the first call. Writes
    the statuses and the shapes of the responses, without a value, into a file.
    --company     A JSON file with your own company and applicant, as the body of endpoint 1, and with figures.
    --file        The file that it writes. Default: lending-rehearsal.json.
    --yes         Does not ask.
    --production  Allows a rehearsal with the variables of production: the origin of LENDING_BASE_URL. It creates a real application.

lending-elements database check [--database <location>] [--env <file>]
    Checks that a SQLite file is whole, or that PostgreSQL keeps each write that it confirms. Then checks the consents, as \`consents check\` does.
    --database  The path of a SQLite file, or postgres://…. Default: LENDING_DATABASE.
    --env       A file with environment variables. Default: as for the doctor.

lending-elements consents check [--expect <digest>] [--env <file>]
    Checks that nobody has changed the consents in the database that LENDING_DATABASE names, and that none is missing before the last one
    of an application. If LENDING_CONSENTS_KEY is set, it verifies the mark (HMAC) of each entry. Prints a digest: keep it in another place.
    --expect   The digest that an earlier check printed. Without it, the check cannot see that the last entries of an application are missing.
    --env      A file with environment variables. Default: as for the doctor.

Run

lending-elements serve [--env <file>] [--port <port>] [--host <address>] [--config <module>]
    Runs the handler as a separate process, for a backend in any language. It prints a line of JSON for each request, and stops on SIGTERM.
    LENDING_PUBLIC_ORIGIN is the origin of the pages. LENDING_USER_KEY or LENDING_USER_PUBLIC_KEY verifies who is signed in.
    LENDING_WEBHOOK_URL gets the progress. LENDING_SETTINGS names a JSON file with settings.
    --env     A file with environment variables. Default: as for the doctor.
    --port    Default: PORT, or 4020.
    --host    The address at which it listens. Default: 127.0.0.1, which only this machine can reach. 0.0.0.0 opens it to the network:
              let only your proxy through.
    --config  A module whose default export has options with functions, such as lookupCompany.

lending-elements database migrate [--database <location>] [--env <file>]
    Creates the tables, or brings them to the version of this package. For PostgreSQL, name a role that may create tables.

lending-elements database backup <file> [--database <location>] [--env <file>]
    Writes a copy of a SQLite file, while handlers use it. Only its owner can read it. It never overwrites a file.

lending-elements database restored [--database <location>] [--env <file>]
    Ends the notices that a restored backup has brought back, and all locks. Run it before the handlers start, so that each applicant reads the
    notice again before they agree. An applicant who withdrew after the backup could otherwise agree again on an open page.

lending-elements database copy <from> <to>
    Copies everything into an empty database. Both can be the path of a SQLite file, or postgres://… with a role that owns the tables. Stop
    every handler before. Afterwards the first one is read-only, and the consents of both have the same digest.

Look after applicants

lending-elements status --subject <subject> [--business <business>] [--env <file>]
    Prints facts about an applicant for support, as JSON: applications, calls and decisions with their times, the last errors and references, an unknown
    outcome, and events that wait or are parked. Nothing in it was typed by the applicant. Without --business, it prints each business of the subject. It
    does not need the service's key.

lending-elements applications list [--subject <subject>] [--unknown] [--env <file>]
    Lists applications, and creations with an unknown outcome, as lines of JSON. LENDING_DATABASE names their database.
    --subject  Only those of this subject.
    --unknown  Only creations with an unknown outcome.
    --env      A file with environment variables. Default: as for the doctor.

lending-elements applications settle --subject <subject> [--business <business>] [--request-id <id>] [--env <file>] --none
lending-elements applications settle … --company-id <uuid> [--application-id <uuid>] --email <address>
    Settles a creation with an unknown outcome. Look for the application at the service first, for example in the partner dashboard.
    --request-id  Only if this request is the last creation. The command “applications list” prints its id.
    --none        The application certainly does not exist. The applicant can create it again.
    --company-id  The company of the application that you have found, and with it
    --email       the applicant's email address in the application.

lending-elements applications erase --subject <subject> [--business <business>] [--consents <reason>] [--database <location>] [--env <file>]
                                   [--confirm]
    Erases an applicant in all their applications: drafts, figures, progress, ids and served notices. Without --business, it erases each business of
    the subject. Without --confirm it only prints how much is kept. The service keeps its applications: ask it to erase those that the command prints.
    --consents  Also erases the consents. The reason stays, with the time and their number.
    --database  The path of a SQLite file, or postgres://… with a role that may delete consents. Default: LENDING_DATABASE.

lending-elements consents export [--subject <subject>] [--business <business>] [--chains] [--env <file>]
    Checks the consents, then prints a record of each decision in the structure of ISO/IEC TS 27560, as JSON Lines.
    --subject   Prints only the decisions of this subject.
    --business  Prints only the decisions for this business.
    --chains    Prints the rows of all entries, notices and erasures instead, for a program that verifies them, and checks nothing.

lending-elements consents erase --reason <text> [--subject <subject>] [--business <business>] [--before <date>] [--confirm <entries>]
                                [--database <location>] [--env <file>]
    Erases the consents of a subject, or of applications whose last entry is older than a date. It erases none while a call of an applicant is
    under way, and keeps the notices. Without --confirm it erases nothing, and prints how many entries there are. Prints a new digest: an earlier one no
    longer matches.
    --reason    Why, in up to 200 characters. It stays in the database with the time and the numbers, so it must not name the applicant.
    --subject   Erases the consents of this subject, or with --business of one of its businesses.
    --before    Erases the consents of applications whose last entry is older, like 2020-12-31: at least 30 days ago, in UTC.
    --confirm   The number of entries that the command printed without this option. If the number has changed, nothing is erased.
    --database  As for \`database check\`. In PostgreSQL, name the role that owns the tables.
    --env       A file with environment variables. Default: as for the doctor.

lending-elements database events retry [--database <location>] [--env <file>]
    Lets the handlers try the parked events of \`onProgress\` again: those that it has not taken for about three days. Run it when your function works again.
    It needs LENDING_SESSION_SECRET, and retries the events of the handlers with this namespace.`;

const BLOCKS = HELP.split('\n\n');
const nameOf = (block: string) => /^lending-elements ([a-z]+(?: [a-z]+)*)/.exec(block)?.[1];

const blocksOf = (name: string) => BLOCKS.filter((block) => `${block} `.startsWith(`lending-elements ${name} `));

/** One line for each command, in groups, in the order in which a partner needs them. */
function commandList(): string {
  const lines = BLOCKS.flatMap((block, at) => {
    const name = nameOf(block);
    if (name === undefined) return `${at > 0 ? '\n' : ''}${block}:`;
    // A command with several blocks is in the list once.
    if (name === nameOf(BLOCKS[at - 1]!)) return [];
    const [, about] = /^ {4}(\w[^]*?\.)\s/m.exec(block)!;
    return `  ${name.padEnd(23)}${about!.replace(/\s+/g, ' ')}`;
  });
  return `lending-elements <command>

${lines.join('\n')}

lending-elements <command> --help explains a command and its options. lending-elements --version prints the version.
Exit code: 0 if nothing is wrong, 1 if the check or the doctor found something wrong, 2 if the command could not run.`;
}

/** Returns the blocks about a command, or the list of commands if none is named. */
export function helpFor(args: readonly string[]): string {
  const words = args.filter((word) => !word.startsWith('-'));
  const found = [3, 2, 1].map((count) => blocksOf(words.slice(0, count).join(' ')));
  return (words.length > 0 && found.find(({ length }) => length > 0)?.join('\n\n')) || commandList();
}

const OPTION = /--([a-z-]+)( <\w+>| \w)?/g;

/** Returns the options of a command for `parseArgs()`, and the number of its other arguments. */
export function usageOf(name: string) {
  const usage = blocksOf(name)
    .map((block) => block.split(/\n {4}(?=\S)/)[0]!)
    .join('\n');
  const options = [...usage.matchAll(OPTION)].map(
    ([, option, value]) => [option!, { type: value ? 'string' : 'boolean' }] as const,
  );
  return { options: Object.fromEntries(options), others: usage.replace(OPTION, '').match(/<\w+>/g)?.length ?? 0 };
}
