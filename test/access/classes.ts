import type { RouteOptions } from 'fastify';
import { type Access, PLACES, type Place } from '../../src/platform/http/access.js';

export type ClassedRoute = {
  method: string;
  /** With parameters as the router writes them: `/users/:id/`. */
  path: string;
  access: Access;
  /** `service` for pages and descriptions that belong to no domain. */
  domain: string;
  /** Whether an answer may be a file for other programs, such as a spreadsheet. */
  isExport: boolean;
};

const FILES = ['text/csv', 'application/zip'];

/** Collects every route of a service while it is declared. */
export class Registry {
  readonly #declared: RouteOptions[] = [];

  readonly collect = (route: RouteOptions): void => void this.#declared.push(route);

  routes(): ClassedRoute[] {
    const all = this.#declared.flatMap(route =>
      [route.method].flat().map(method => classed(method, route)),
    );
    return all
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .sort((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)));
  }
}

function classed(method: string, { url, config, schema }: RouteOptions): ClassedRoute {
  const access = config?.access;
  if (access === undefined) throw new Error(`${method} ${url} does not say who may call it`);
  const answers = Object.values((schema?.response ?? {}) as Record<string, { content?: object }>);
  const types = answers.flatMap(({ content = {} }) => Object.keys(content));
  return {
    method,
    path: url,
    access,
    domain: config?.domain ?? 'service',
    isExport: types.some(type => FILES.includes(type)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const isOpenTo = (place: Place, { access }: ClassedRoute): boolean =>
  access.from.includes(place);

export const isWrite = ({ method }: ClassedRoute): boolean => method !== 'GET';

export const nameOf = ({ method, path }: ClassedRoute): string => `${method} ${path}`;

/** One section for each set of places, the tills first. */
export function describeClasses(routes: readonly ClassedRoute[]): string {
  const titleOf = ({ access }: ClassedRoute): string =>
    PLACES.filter(place => access.from.includes(place)).join(', ');
  const orderOf = (title: string): number[] =>
    PLACES.map(place => (title.split(', ').includes(place) ? 0 : 1));
  const titles = [...new Set(routes.map(titleOf))].sort((a, b) =>
    compare(orderOf(a).join(''), orderOf(b).join('')),
  );
  return titles
    .map(title =>
      section(
        title,
        routes.filter(route => titleOf(route) === title),
      ),
    )
    .join('\n');
}

const section = (title: string, routes: readonly ClassedRoute[]): string =>
  [
    `## ${title}`,
    '',
    '| Route | Domain | Permission | Why it is open |',
    '|---|---|---|---|',
    ...routes.map(rowOf),
    '',
  ].join('\n');

function rowOf(route: ClassedRoute): string {
  const { access, domain } = route;
  const permission = access.kind === 'permission' ? `\`${access.permission}\`` : access.kind;
  const path = route.path.replaceAll(/:(\w+)(\([^)]*\))?/g, '{$1}');
  return `| ${route.method} \`${path}\` | ${domain} | ${permission} | ${access.because ?? ''} |`;
}
