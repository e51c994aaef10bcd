import { ControlError } from './control-error.js';

/** One thing that can be asked for or done. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A last part `:name` stands for any one part. */
  readonly path: string;
  /** For the list of them, in a line. */
  readonly what: string;
  /** What it returns is the answer. Throws ControlError or ServerError. */
  run(request: ControlRequest): unknown;
}

export interface ControlRequest {
  /** What stands in the place of `:name`; empty without one. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Throws ControlError. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly name: string } {
  const there = routes.filter((route) => nameIn(route, path) !== undefined);
  const route = there.find((one) => one.method === method);
  if (route !== undefined) return { route, name: nameIn(route, path) ?? '' };
  if (there.length > 0) {
    const methods = there.map((one) => one.method).join(', ');
    throw new ControlError(405, `${path} takes ${methods}, not ${method}`);
  }
  const known = [...new Set(routes.map((one) => one.path))].join(', ');
  throw new ControlError(404, `there is no ${path}; known are ${known}`);
}

/** Undefined when the path is another one. */
function nameIn(route: Route, path: string): string | undefined {
  if (!route.path.endsWith('/:name')) return path === route.path ? '' : undefined;
  const start = route.path.slice(0, -':name'.length);
  const rest = path.slice(start.length);
  if (!path.startsWith(start) || rest === '' || rest.includes('/')) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    throw new ControlError(400, `'${rest}' is not properly encoded for a URL`);
  }
}
