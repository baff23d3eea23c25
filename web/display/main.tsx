import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Display } from './app.js';
import { pairing } from './pairing.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'display', onSignedOut: () => pairing.forget() });

mount({ api, texts, children: <Display /> });
