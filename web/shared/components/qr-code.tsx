import type { ReactNode } from 'react';
import { encode } from 'uqr';

const SIZE_PX = 176;

/** A QR code, always dark on white: scanners read it in any colour scheme. */
export function QrCode({ content, label }: { content: string; label: string }): ReactNode {
  const { data, size } = encode(content, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      data-content={content}
      width={SIZE_PX}
      height={SIZE_PX}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
