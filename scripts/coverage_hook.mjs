// Loaded into the service by house_figures.ts ("node --import"): tells on each message which files of dist had a
// function that ran since the message before. V8 counts the calls of functions; what runs when a module is loaded is
// the function that starts where the file does, and is left out.
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('message', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result = [] } = {}) => {
    const files = result
      .filter(({ url, functions }) => isOurs(url) && functions.some(didRun))
      .map(({ url }) => url.slice(url.lastIndexOf('/dist/') + '/dist/'.length));
    process.send({ files: error ? [] : files.sort() });
  });
});
// The channel to the parent does not keep a service running that has ended.
process.channel.unref();

/** The supervisor of a Postgres of its own looks at it once a second, whatever is called. */
function isOurs(url) {
  return url.includes('/dist/') && !/\/node_modules\/|\/local_postgres\//.test(url);
}

function didRun({ ranges: [{ startOffset, count }] }) {
  return startOffset > 0 && count > 0;
}
