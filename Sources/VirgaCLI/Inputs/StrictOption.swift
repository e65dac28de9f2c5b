import ArgumentParser

/// The option of commands that answer about some features of a manifest.
struct StrictOption: ParsableArguments {
  @Flag(help: "Fail on errors in other features of the manifest, too.")
  var strict = false
}
