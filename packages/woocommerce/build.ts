/**
 * Builds the plugin: a folder that WordPress loads, and the zip file of it that a shop installs.
 *
 *     node packages/woocommerce/build.ts
 *
 * The client package for PHP is copied into it under a namespace of the plugin's own. Two plugins of one shop can then have two versions of it.
 */
import { join } from 'node:path';
import { buildPlugin, root } from './build-plugin.ts';

console.log(buildPlugin(join(root, 'build')).zip);
