/** Host names that resolve to a private network. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp)$/;

/** Checks an address without resolving its host name. */
export function addressProblem(text: string, httpsOnly: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Must be a web address such as https://example.com/hooks.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:')) {
    return 'Must begin with https://.';
  }
  if (url.username !== '' || url.password !== '') return 'Must not contain a user or password.';
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  if (INSIDE.test(host) || (!host.includes('.') && !host.includes(':'))) {
    return 'Must lead to a public address.';
  }
  return undefined;
}
