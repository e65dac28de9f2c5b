import VirgaFiles
import VirgaManifest
import VirgaSource

/// A small manifest with a value of every type.
enum FlagManifest {
  static let text = """
    channels: [developer, release]
    features:
      share:
        description: d
        variables:
          enabled: { description: "Is it on?", type: Boolean, default: false }
          is_treatment-a: { description: d, type: Option<Boolean>, default: null }
          text: { description: d, type: Text2, default: {} }
          count: { description: d, type: Int, default: 3 }
        defaults:
        - channel: developer
          value: { enabled: true }
      home-screen:
        description: d
        variables:
          sections: { description: d, type: "Map<Section, Boolean>", default: { pocket: true, recent: false } }
          extra: { description: d, type: "Map<String, Boolean>", default: { "a b": true } }
          start: { description: d, type: Start, default: always }
        defaults:
        - channel: release
          value: { extra: { more: false } }
    enums:
      Section:
        description: d
        variants: { pocket: { description: "Stories." }, recent: { description: d } }
      Start:
        description: d
        variants: { always: { description: d }, disabled: { description: d } }
    objects:
      Text2:
        description: d
        fields:
          bold: { description: d, type: Boolean, default: true }
          length: { description: d, type: Int, default: 3 }
    """

  static func manifest(_ text: String = text) throws(Problems) -> Manifest {
    try ManifestLoader(files: .memory(["/app.fml.yaml": Array(text.utf8)]), workingFolder: "/").load("app.fml.yaml")
  }
}
