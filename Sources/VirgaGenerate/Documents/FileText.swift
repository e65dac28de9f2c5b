package import VirgaJSON
import VirgaYAML

extension JSONValue {
  /// The value as a file of that name holds it, with a final line end: YAML where it ends in `.yaml` or `.yml`, else JSON.
  package func text(ofFile name: String) -> String {
    let isYAML = [".yaml", ".yml"].contains { name.hasSuffix($0) }
    return isYAML ? YAMLPrinter.print(self) : pretty() + "\n"
  }
}
