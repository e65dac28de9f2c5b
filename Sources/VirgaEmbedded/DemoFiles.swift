import CVirgaEmbedded

/// The demo files, embedded in the program so that the demo works in any folder.
package enum DemoFiles {
  /// Each file: its path in `manifests/` and its content.
  package static let all: [(name: String, bytes: [UInt8])] =
    EmbeddedFile.files(virga_embedded_demo_files).map { ($0.name, $0.bytes) }
}
