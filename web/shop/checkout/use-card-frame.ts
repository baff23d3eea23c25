import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  asMessage,
  type FromCardFrame,
  readMessage,
  type ToCardFrame,
} from '../../shared/card-frame.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useT } from '../texts/index.js';
import { CardFormError, type CardLink, type CardToken } from './card-source.js';

const ANSWER_MS = 15_000;
const FIRST_HEIGHT_PX = 160;

type Asked = { resolve(card: CardToken | null): void };

/** The sandbox's card form in its frame; `chosen` is the token of a test card, or empty. */
export function useCardFrame(
  { source }: Pick<CardLink, 'source'>,
  frame: RefObject<HTMLIFrameElement | null>,
  chosen: string,
  onEdited: () => void,
) {
  const t = useT();
  const { language } = useI18n();
  const scheme = useComputedColorScheme('light');
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const asked = useRef<Asked>(undefined);
  const isReady = useRef(false);
  /** Until the form has loaded, its frame belongs to no origin and takes no message. */
  const send = (message: ToCardFrame): void => {
    if (!isReady.current) return;
    frame.current?.contentWindow?.postMessage(asMessage(message), location.origin);
  };
  const begin = (): void => {
    isReady.current = true;
    send({ kind: 'look', language, scheme });
    if (chosen !== '') send({ kind: 'fill', token: chosen });
    if (asked.current !== undefined) send({ kind: 'tokenize' });
  };
  const settle = (card: CardToken | null): void => {
    asked.current?.resolve(card);
    asked.current = undefined;
  };

  const read = useRef<(message: FromCardFrame) => void>(undefined);
  read.current = message => {
    if (message.kind === 'ready') begin();
    if (message.kind === 'height') setHeight(message.px);
    if (message.kind === 'edited') onEdited();
    if (message.kind === 'refused') settle(null);
    if (message.kind === 'token') {
      const { token, lastFour, brand } = message;
      settle({ token, lastFour, brand });
    }
  };
  // Before the frame can send its first message.
  useLayoutEffect(() => {
    const listen = (event: MessageEvent): void => {
      if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
      const message = readMessage<FromCardFrame>(event.data);
      if (message !== undefined) read.current?.(message);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads only the frame
  useEffect(() => {
    send({ kind: 'look', language, scheme });
  }, [language, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads only the frame
  useLayoutEffect(() => {
    source.current = () =>
      new Promise((resolve, reject) => {
        asked.current = { resolve };
        setTimeout(() => reject(new CardFormError(t('card.unavailable'))), ANSWER_MS);
        send({ kind: 'tokenize' });
      });
    return () => {
      source.current = undefined;
    };
  }, [source, t]);
  return { height, send };
}
