import { Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import type { PictureFiles } from '../../shared/picture/files.js';
import { Picture } from '../../shared/picture/index.js';
import { useT } from '../texts/index.js';
import classes from './product-page.module.css';

/** A picture on the whole screen, uncropped, and twice as large on request. */
export function ZoomDialog(props: {
  picture: PictureFiles;
  alt: string;
  title: string;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const [isLarge, setLarge] = useState(false);
  return (
    <Dialog title={props.title} onClose={props.onClose} fullScreen>
      <Button
        variant="default"
        mb="sm"
        leftSection={isLarge ? <IconZoomOut aria-hidden /> : <IconZoomIn aria-hidden />}
        onClick={() => setLarge(!isLarge)}
      >
        {t(isLarge ? 'product.zoom.out' : 'product.zoom.in')}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the large picture */}
      <section className={classes.zoom} tabIndex={0} aria-label={props.alt}>
        <Picture
          picture={props.picture}
          sizes={isLarge ? '200vw' : '100vw'}
          alt={props.alt}
          className={classes.zoomed}
          style={{ objectFit: 'contain', width: isLarge ? '200%' : '100%' }}
        />
      </section>
    </Dialog>
  );
}
