import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Shop } from './app.js';
import { cartToken } from './storage.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'shop', cartToken: cartToken.get });

mount({ api, texts, children: <Shop /> });
