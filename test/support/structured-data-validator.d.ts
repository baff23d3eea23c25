declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING'; fieldNames?: string[] };
  /** Rules of Google's rich results. */
  export default class Validator {
    validate(extracted: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}
