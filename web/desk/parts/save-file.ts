/** Saves what a route answered as a file, named as the service names it. */
export function saveFile(blob: Blob, response: Response, otherwise: string): void {
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = named?.[1] ?? otherwise;
  link.click();
  URL.revokeObjectURL(link.href);
}
