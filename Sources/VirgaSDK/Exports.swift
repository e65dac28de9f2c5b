// What `import VirgaSDK` brings from other rooms: the types that apps name. What only appears in
// signatures, such as the type of a problem, has a name inside a type of the SDK:
// `NestedNames.swift`.

@_exported public import struct VirgaExperiments.Recipe
@_exported public import struct VirgaExperiments.TelemetryEvent
@_exported public import struct VirgaFiles.FileFailure
@_exported public import struct VirgaFlags.FeaturePath
@_exported public import struct VirgaFlags.FlagCatalogue
@_exported public import enum VirgaFlags.FlagCheck
@_exported public import struct VirgaFlags.FlagDefinition
@_exported public import struct VirgaJSON.JSONObject
@_exported public import enum VirgaJSON.JSONValue
@_exported public import protocol VirgaSource.ChangeReporting
@_exported public import struct VirgaSource.ObserverToken
@_exported public import struct VirgaSource.SourceText
@_exported public import enum VirgaTargeting.Targeting
