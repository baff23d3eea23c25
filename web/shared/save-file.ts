/** Downloads a response body under the file name from its Content-Disposition header. */
export function saveFile(blob: Blob, response: Response, fallbackName: string): void {
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = named?.[1] ?? fallbackName;
  link.click();
  URL.revokeObjectURL(link.href);
}
