// A person who moved three times, where the page shows one screen at a time.
import threeMoves from './three-moves.mjs';

export default { ...threeMoves, who: 'a person who sees one screen at a time', attributes: 'layout="screens"' };
