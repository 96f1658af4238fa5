/**
 * Runs in the page: compares two pictures in base64. Returns the number of pixels that differ, and a picture in which they are red.
 *
 * @param {string} actual
 * @param {string} reference
 */
export async function compare(actual, reference) {
  /** A difference of one part of a colour, from 0 to 255, that nobody sees. Processors round differently. */
  const NOTICED = 6;
  const read = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const write = async (image) => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').putImageData(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const [one, other] = await Promise.all([actual, reference].map(read));
  if (one.width !== other.width || one.height !== other.height) {
    const sizes = [other, one].map(({ width, height }) => `${width} × ${height}`);
    return { different: Infinity, why: `its size was ${sizes[0]}, and is ${sizes[1]}` };
  }
  const { data } = one;
  let different = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isSame = [0, 1, 2].every((part) => Math.abs(data[at + part] - other.data[at + part]) <= NOTICED);
    if (!isSame) different += 1;
    const pale = 200 + (data[at] + data[at + 1] + data[at + 2]) / 14;
    data.set(isSame ? [pale, pale, pale, 255] : [214, 0, 33, 255], at);
  }
  const why = `${different} of ${data.length / 4} pixels differ`;
  return { different, why, picture: different ? await write(one) : undefined };
}
