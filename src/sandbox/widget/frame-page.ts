const STYLES =
  'html{color-scheme:light dark}body{margin:0}h1,h2{position:absolute;overflow:hidden;inline-size:1px;block-size:1px;margin:0;clip-path:inset(50%);white-space:nowrap}';

/** The page of the widget for frames. Its script is the only one that it runs. */
export const framePage = (scriptUrl: string): string =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Your offers</title>
    <link rel="stylesheet" href="/widget/frame.css" />
  </head>
  <body>
    <main>
      <h1>Business funding</h1>
      <h2>Offers</h2>
      <div></div>
    </main>
    <script src="${scriptUrl}"></script>
  </body>
</html>
`;

export const frameStyles = (): string => `${STYLES}\n`;

/** The policy of that page. Partners' pages on any origin show it. The page's own origin has the offers. */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
