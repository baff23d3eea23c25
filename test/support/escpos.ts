/** What a printer makes of ESC/POS bytes; fails at a command that receipts do not use. */
export type PrintedPaper = {
  lines: string[];
  barcodes: string[];
  qrCodes: string[];
  pictures: { width: number; height: number }[];
  cuts: number;
  pulses: number;
};

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const LF = 0x0a;

export function readEscpos(bytes: Buffer): PrintedPaper {
  const paper: PrintedPaper = {
    lines: [],
    barcodes: [],
    qrCodes: [],
    pictures: [],
    cuts: 0,
    pulses: 0,
  };
  let line = '';
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === ESC) at += escapeCommand(bytes, at, paper);
    else if (byte === GS) at += groupSeparator(bytes, at, paper);
    else if (byte === FS) at += 2;
    else if (byte === LF) {
      paper.lines.push(line);
      line = '';
      at += 1;
    } else {
      line += String.fromCharCode(byte);
      at += 1;
    }
  }
  return paper;
}

const unknown = (bytes: Buffer, at: number): never => {
  throw new Error(`unknown command ${bytes.subarray(at, at + 4).toString('hex')} at ${at}`);
};

/** Returns the length of the command. */
function escapeCommand(bytes: Buffer, at: number, paper: PrintedPaper): number {
  switch (String.fromCharCode(bytes[at + 1] ?? 0)) {
    case '@':
      return 2;
    case 'M':
    case 'E':
    case 't':
    case 'a':
    case '3':
      return 3;
    case '2':
      return 2;
    case 'p':
      paper.pulses += 1;
      return 5;
    default:
      return unknown(bytes, at);
  }
}

function groupSeparator(bytes: Buffer, at: number, paper: PrintedPaper): number {
  switch (String.fromCharCode(bytes[at + 1] ?? 0)) {
    case 'h':
    case 'w':
    case 'H':
    case 'r':
      return 3;
    case 'V':
      paper.cuts += 1;
      return 3;
    case 'k': {
      const length = bytes[at + 3] ?? 0;
      // The first two characters choose the code set.
      paper.barcodes.push(bytes.subarray(at + 6, at + 4 + length).toString('latin1'));
      return 4 + length;
    }
    case '(':
      return symbol(bytes, at, paper);
    case 'v': {
      const width = bytes.readUInt16LE(at + 4);
      const height = bytes.readUInt16LE(at + 6);
      paper.pictures.push({ width: width * 8, height });
      return 8 + width * height;
    }
    default:
      return unknown(bytes, at);
  }
}

/** `GS ( k`: function 80 stores the content of a QR code, function 81 prints it. */
function symbol(bytes: Buffer, at: number, paper: PrintedPaper): number {
  const length = bytes.readUInt16LE(at + 3);
  if (bytes[at + 6] === 80) {
    paper.qrCodes.push(bytes.subarray(at + 8, at + 5 + length).toString('latin1'));
  }
  return 5 + length;
}
