import VirgaSource

#if canImport(CryptoKit)
  internal import CryptoKit
#endif

/// The SHA-256 of a message, as FIPS 180-4 defines it: by CryptoKit where it exists, else by the
/// code below.
package struct SHA256: Hashable, Sendable {
  /// The eight words of the digest, in order.
  package let words: SIMD8<UInt32>

  /// The digest as 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digitsOfWord = 8
    return words.indices.map { words[$0].hexadecimal(digits: digitsOfWord) }.joined()
  }

  /// Hashes a message: with CryptoKit if the platform has it, else block by block as in FIPS 180-4.
  package init(of message: [UInt8]) {
    #if canImport(CryptoKit)
      words = CryptoKit.SHA256.hash(data: message).withUnsafeBytes { digest in
        var words = SIMD8<UInt32>()
        for index in words.indices {
          words[index] = Self.word(index, of: digest)
        }
        return words
      }
    #else
      words = message.withUnsafeBytes { bytes in Self.digest(of: bytes) }
    #endif
  }

  /// The big-endian word at `index`, counted in words.
  private static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt32 {
    let bytesOfWord = 4
    return UInt32(
      bigEndian: bytes.loadUnaligned(fromByteOffset: index * bytesOfWord, as: UInt32.self))
  }
}

#if !canImport(CryptoKit)
  extension SHA256 {
    /// The size of a block, in bytes.
    private static var blockSize: Int { 64 }
    /// The size of the message's length, with which the last block ends, in bytes.
    private static var lengthSize: Int { 8 }

    /// The words of a message's digest: its whole blocks are compressed first, then what is left.
    private static func digest(of message: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
      var state = initialState
      let sizeOfWholeBlocks = message.count / blockSize * blockSize
      for start in stride(from: 0, to: sizeOfWholeBlocks, by: blockSize) {
        let block = UnsafeRawBufferPointer(rebasing: message[start..<start + blockSize])
        compress(block, into: &state)
      }
      compressEnd(of: message, from: sizeOfWholeBlocks, into: &state)
      return state
    }

    /// Compresses the bytes of a message from `start`, less than a block, with the padding and the
    /// message's length in bits: one or two blocks.
    private static func compressEnd(
      of message: UnsafeRawBufferPointer, from start: Int, into state: inout SIMD8<UInt32>
    ) {
      let tail = UnsafeRawBufferPointer(rebasing: message[start...])
      // A byte that begins with the 1 bit, and the length.
      let minimumPadding = 1 + lengthSize
      let fitsOneBlock = tail.count + minimumPadding <= blockSize
      let size = fitsOneBlock ? blockSize : 2 * blockSize
      // Aligned, because a block is read as words of 4 bytes.
      withUnsafeTemporaryAllocation(byteCount: size, alignment: 4) { end in
        fill(end, with: tail, messageSize: message.count)
        for block in stride(from: 0, to: size, by: blockSize) {
          compress(UnsafeRawBufferPointer(rebasing: end[block..<block + blockSize]), into: &state)
        }
      }
    }

    /// Fills the last blocks of a message: with its last bytes, a 1 bit in a byte of its own,
    /// zeros, and the number of the message's bits.
    ///
    /// - Parameters:
    ///   - tail: The bytes of the message after all whole blocks.
    ///   - messageSize: The size of the whole message, in bytes.
    private static func fill(
      _ end: UnsafeMutableRawBufferPointer, with tail: UnsafeRawBufferPointer, messageSize: Int
    ) {
      let paddingStart: UInt8 = 0b1000_0000
      end.initializeMemory(as: UInt8.self, repeating: 0)
      end.copyMemory(from: tail)
      end[tail.count] = paddingStart
      let bits = UInt64(messageSize) * UInt64(UInt8.bitWidth)
      end.storeBytes(of: bits.bigEndian, toByteOffset: end.count - lengthSize, as: UInt64.self)
    }

    /// Mixes one block of 64 bytes into the state, in 64 rounds.
    ///
    /// The letters and the numbers are those of FIPS 180-4, section 6.2.2.
    private static func compress(_ block: UnsafeRawBufferPointer, into state: inout SIMD8<UInt32>) {
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
        schedule(block, in: w)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
          let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
          let choice = (e & f) ^ (~e & g)
          let t1 = h &+ sum1 &+ choice &+ roundConstants[t] &+ w[t]
          let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
          let majority = (a & b) ^ (a & c) ^ (b & c)
          let t2 = sum0 &+ majority
          (h, g, f, e) = (g, f, e, d &+ t1)
          (d, c, b, a) = (c, b, a, t1 &+ t2)
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
      }
    }

    /// Expands the block's 16 words to 64, one for each round.
    ///
    /// The letters and the numbers are those of FIPS 180-4, section 6.2.2, step 1.
    private static func schedule(
      _ block: UnsafeRawBufferPointer, in w: UnsafeMutableBufferPointer<UInt32>
    ) {
      for t in 0..<16 {
        w[t] = word(t, of: block)
      }
      for t in 16..<64 {
        let sigma0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >> 3)
        let sigma1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >> 10)
        w[t] = w[t - 16] &+ sigma0 &+ w[t - 7] &+ sigma1
      }
    }

    /// A word whose bits were moved to the right by `count`; those that fall out come back on the
    /// left.
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
      let bitsOfWord: UInt32 = 32
      return (word &>> count) | (word &<< (bitsOfWord - count))
    }

    private static let initialState = SIMD8<UInt32>(
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

    private static let roundConstants: [UInt32] = [
      0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
      0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
      0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
      0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
      0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
      0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
      0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
      0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
      0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
      0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
      0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
  }
#endif
