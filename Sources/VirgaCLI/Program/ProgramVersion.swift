/// What this program is.
enum ProgramVersion {
  /// The version of virga.
  static let number = "0.1.0"
}
