public import VirgaSource

extension Manifest {
  /// What is wrong with the defaults of every feature in `channel`, beside ``problems``.
  public func problems(in channel: String?) -> [Problem] { [] }
}
