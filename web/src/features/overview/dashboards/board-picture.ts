import { saveAs } from '../../../kernel/call.ts';

/** A dashboard as it is on the screen, as PNG, twice as dense. */
async function pictureOf(board: HTMLElement): Promise<Blob> {
  const { toBlob } = await import('html-to-image');
  board.classList.add('drawn');
  const blob = await toBlob(board, {
    pixelRatio: 2,
    // The fonts of the page are asked for by addresses that the policy of the page does not let it read.
    skipFonts: true,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    width: board.scrollWidth,
    height: board.scrollHeight,
  }).finally(() => board.classList.remove('drawn'));
  if (!blob) throw new Error('the browser drew nothing');
  return blob;
}

export async function savePicture(board: HTMLElement, name: string): Promise<void> {
  saveAs(await pictureOf(board), `${name.replace(/[\\/:*?"<>|]+/g, ' ')}.png`);
}

const widthMm = 420;

/** Prints the picture on one sheet of its own shape: what the browser saves as PDF is what is on the screen. */
export async function printPicture(board: HTMLElement): Promise<void> {
  const address = URL.createObjectURL(await pictureOf(board));
  const image = new Image();
  image.src = address;
  await image.decode();
  const sheet = document.createElement('style');
  const heightMm = Math.ceil((widthMm * image.naturalHeight) / image.naturalWidth) + 1;
  sheet.textContent = `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }`;
  const paper = document.createElement('div');
  paper.className = 'db-print pl-paper';
  paper.append(image);
  document.head.append(sheet);
  document.body.append(paper);
  try {
    window.print();
  } finally {
    paper.remove();
    sheet.remove();
    URL.revokeObjectURL(address);
  }
}
