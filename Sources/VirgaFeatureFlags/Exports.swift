// What `import VirgaFeatureFlags` brings from other rooms: VirgaBundle with the SDK, and the types
// of JSON-configured flags that apps name.

@_exported public import VirgaBundle

@_exported public import struct VirgaFlags.ConfiguredFlag
@_exported public import struct VirgaFlags.ConfiguredFlagOverrides
@_exported public import struct VirgaFlags.FlagCaching
@_exported public import struct VirgaFlags.FlagError
@_exported public import enum VirgaFlags.FlagKind
@_exported public import struct VirgaFlags.FlagLoadResult
@_exported public import protocol VirgaFlags.FlagOverrides
