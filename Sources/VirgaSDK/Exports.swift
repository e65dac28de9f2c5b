// One `import VirgaSDK` is enough: the interface of this module shows types of these.
@_exported public import VirgaExperiments
@_exported public import VirgaFiles
@_exported public import VirgaFlags
@_exported public import VirgaJSON
@_exported public import VirgaResources
@_exported public import VirgaSource
@_exported public import VirgaTargeting
