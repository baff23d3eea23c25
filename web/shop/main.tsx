import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Shop } from './app.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'shop' });

mount({ api, texts, children: <Shop /> });
