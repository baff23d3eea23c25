/** A picture with its files, as products list them. */
export type PictureFiles = {
  url: string;
  alt: string;
  focal_x: number;
  focal_y: number;
  variant_id: string | null;
  variants: { url: string; width: number; format: string }[];
};

/** The narrowest WebP file that is at least this wide, for places that show one small size. */
export function smallFile({ url, variants }: PictureFiles, width: number): string {
  const found = variants.find(each => each.format === 'webp' && each.width >= width);
  return found?.url ?? url;
}
