/** `••••M9XA`: enough to recognise a code, too little to spend it. */
export const maskedCode = (code: string): string => `••••${code.slice(-4)}`;
