import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export const STATEMENT = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F 12 Tf 20 50 Td (Bank statement) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

export async function writeStatement() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'statement-'));
  const file = path.join(folder, 'statement june.pdf');
  await fs.writeFile(file, STATEMENT);
  return file;
}
