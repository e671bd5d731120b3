// Loads a library of npm, wherever it is.
import {createRequire} from 'node:module';
import {join} from 'node:path';

/**
 * What the library `name` exports, from the folder that the environment variable `variable` names or from where node
 * looks. Ends the test with 77, which is "skipped", where it is missing.
 */
export function load(name, variable) {
  for (const place of [process.env[variable], process.cwd()].filter(Boolean)) {
    try {
      return createRequire(join(place, 'package.json'))(name);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  console.log(`skipped: npm's ${name} is missing (npm install ${name}; ${variable}=FOLDER)`);
  process.exit(77);
}
