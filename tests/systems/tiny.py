"""A pretrained encoder made on the spot: two layers, 32 wide, random weights, the test's own characters as vocabulary.

What it answers means nothing; that it trains, is saved, loaded and interrupted like a real one is what tests ask.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WIDTH, LAYERS, LONGEST = 32, 2, 128
SEED = 7
Kind = Literal["bart", "electra", "deberta"]
CLASSES: dict[Kind, str] = {"bart": "Bart", "electra": "Electra", "deberta": "DebertaV2"}


def tiny_encoder(folder: Path, texts: Iterable[str], *, seed: int = SEED) -> Path:
    """A BERT for WordPiece tokens as ``from_pretrained`` reads it; digits and Latin letters come in pieces too."""
    import torch
    from transformers import BertConfig, BertModel

    tokenizer = _tokenizer(folder, texts)
    torch.manual_seed(seed)
    config = BertConfig(vocab_size=len(tokenizer), **_shape())
    BertModel(config).save_pretrained(folder)
    return folder


def tiny_encoder_of(kind: Kind, folder: Path, texts: Iterable[str], *, head: str = "Model") -> Path:
    """Other classes than BERT, without a head or with one: ``ForMaskedLM``, ``ForPreTraining``.

    BART has one matrix under three names, and its vectors are those of its decoder.
    """
    import torch
    import transformers

    size = len(_tokenizer(folder, texts))
    torch.manual_seed(SEED)
    sides: dict[str, Any] = {"layers": LAYERS, "attention_heads": 4, "ffn_dim": 2 * WIDTH}
    shapes: dict[Kind, dict[str, Any]] = {
        "bart": {
            "d_model": WIDTH,
            "max_position_embeddings": LONGEST,
            **{f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in sides.items()},
            "pad_token_id": 0,
            "bos_token_id": 2,
            "eos_token_id": 3,
            "decoder_start_token_id": 2,
        },
        "electra": {"embedding_size": WIDTH // 2, **_shape()},
        "deberta": {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], **_shape()},
    }
    name = CLASSES[kind]
    config = getattr(transformers, f"{name}Config")(vocab_size=size, **shapes[kind])
    getattr(transformers, f"{name}{head}")(config).save_pretrained(folder)
    return folder


def tiny_masked_model(folder: Path, texts: Iterable[str], *, seed: int = SEED) -> Path:
    """The same with a head that guesses masked tokens."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    tokenizer = _tokenizer(folder, texts)
    torch.manual_seed(seed)
    config = BertConfig(vocab_size=len(tokenizer), **_shape())
    BertForMaskedLM(config).save_pretrained(folder)
    return folder


def tiny_causal_model(folder: Path, texts: Iterable[str], *, seed: int = SEED) -> Path:
    """A Llama that writes from left to right."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer(folder, texts)
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer), num_key_value_heads=4, pad_token_id=0, bos_token_id=2, eos_token_id=3, **_shape()
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def _shape() -> dict[str, Any]:
    return {
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": 4,
        "intermediate_size": 2 * WIDTH,
        "max_position_embeddings": LONGEST,
    }


def _tokenizer(folder: Path, texts: Iterable[str]) -> Any:
    from transformers import BertTokenizer

    characters = sorted({character for text in texts for character in text if not character.isspace()})
    pieces = [f"##{character}" for character in characters if character.isascii() and character.isalnum()]
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join([*SPECIAL, *characters, *pieces]) + "\n", encoding="utf-8")
    tokenizer = BertTokenizer(vocab=str(vocabulary))
    tokenizer.save_pretrained(folder)
    return tokenizer
