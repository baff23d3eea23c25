import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Register } from './app.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'register' });

mount({ api, texts, children: <Register /> });
