/**
 * Downloads the answer to a call with `parseAs: 'blob'`, under the file name of its
 * Content-Disposition header.
 */
export async function saveFile(
  call: Promise<{ data?: unknown; response: Response }>,
  fallbackName: string,
): Promise<void> {
  const { data, response } = await call;
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data as Blob);
  link.download = named?.[1] ?? fallbackName;
  link.click();
  URL.revokeObjectURL(link.href);
}
