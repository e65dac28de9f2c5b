package import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// The demo manifest that is part of the executable, so that `virga` has something to show in any folder.
package enum DemoManifest {
  /// Where the files seem to be; nothing on a disk has this name.
  package static let folder = "/demo"
  /// The manifest to open.
  package static let root = folder + "/cirrus.fml.yaml"

  /// The files of the demo, as a disk would give them.
  package static var files: FileReading {
    var files: [String: [UInt8]] = [:]
    for (name, text) in embeddedFiles { files[folder + "/" + name] = Array(text.utf8) }
    return .memory(files)
  }

  /// The flags that go with the demo: its catalogue and its JSON configuration.
  static var flags: FlagFiles {
    FlagFiles(
      embeddedFiles.filter { $0.name.hasPrefix("flags/") }.map { SourceText(name: $0.name, text: $0.text) })
  }

  /// What reads the demo.
  static var loader: ManifestLoader {
    ManifestLoader(files: files, workingFolder: folder, options: LoadingOptions())
  }

  /// The Swift source that embeds `files`, a name and a text each: what `DemoManifest+Embedded.swift` holds.
  package static func source(embedding files: [(name: String, text: String)]) -> String {
    var source = """
      // swift-format-ignore-file
      // Generated from manifests/ by the tests: VIRGA_UPDATE=1 swift test --filter DemoManifestTests

      extension DemoManifest {
        static let embeddedFiles: [(name: String, text: String)] = [

      """
    for file in files {
      source += "    (\"\(file.name)\", ##\"\"\"\n\(file.text)\n\"\"\"##),\n"
    }
    return source + "  ]\n}\n"
  }
}
